{{/*
Name of the Secret with the tokens and the secret of queries; empty without authentication, which must
be switched off explicitly: an installation must not be open by omission.
*/}}
{{- define "delaygate.auth.secret" -}}
{{- if and .Values.auth.enabled (not .Values.auth.existingSecret) }}
{{- fail "auth.existingSecret must name a Secret with the keys tokens and query-secret (helm/docs/install.md shows how to create it); to give access to everyone who can reach the gateway, set auth.enabled=false" }}
{{- else if and .Values.auth.existingSecret (not .Values.auth.enabled) }}
{{- fail "auth.enabled is false, so auth.existingSecret has no effect: remove one of the two" }}
{{- end }}
{{- .Values.auth.existingSecret }}
{{- end }}

{{/* Takes secret and keys. */}}
{{- define "delaygate.auth.volume" -}}
- name: auth
  secret:
    secretName: {{ .secret }}
    # for the group, which is fsGroup
    defaultMode: 0440
    items:
      {{- range .keys }}
      - key: {{ . }}
        path: {{ . }}
      {{- end }}
{{- end }}

{{- define "delaygate.auth.mount" -}}
- name: auth
  mountPath: /etc/delaygate/auth
  readOnly: true
{{- end }}
