{{/*
The Secret with tokens and the secret of queries; empty where nobody is asked for them. That has to be
written out: an installation is not opened by what somebody forgot.
*/}}
{{- define "delaygate.auth.secret" -}}
{{- if and .Values.auth.enabled (not .Values.auth.existingSecret) }}
{{- fail "auth.existingSecret must name a Secret with the keys tokens and query-secret (the chart's README says how to make it); to let in whoever reaches the gateway, write auth.enabled=false" }}
{{- else if and .Values.auth.existingSecret (not .Values.auth.enabled) }}
{{- fail "auth.enabled is false, so nobody is asked for what is in auth.existingSecret: remove one of the two" }}
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
