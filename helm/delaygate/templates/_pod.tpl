{{/* Metadata of pods: takes root, component, of (the values that say annotations and labels), file. */}}
{{- define "delaygate.pod.metadata" -}}
labels:
  {{- include "delaygate.selector" . | nindent 2 }}
  app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
  {{- with .of.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
annotations:
  # services read their settings only at start: changed settings must replace the pods
  checksum/config: {{ include (printf "delaygate.%s.settings" .file) .root | sha256sum }}
  {{- with .root.Values.kafka.secret.create }}
  checksum/secret: {{ toJson . | sha256sum }}
  {{- end }}
  {{- with .of.podAnnotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{/* Common part of all pods. Takes root and service (the values of the scheduler or the gateway). */}}
{{- define "delaygate.pod.basics" -}}
serviceAccountName: {{ include "delaygate.serviceAccount" .root }}
automountServiceAccountToken: false
# otherwise a Service named delaygate-… would set variables DELAYGATE_…, which are refused as settings
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  {{- toYaml .root.Values.podSecurityContext | nindent 2 }}
{{- with .service.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .service.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .service.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- if .root.Values.extraJars.image }}
initContainers:
  - name: extra-jars
    image: {{ .root.Values.extraJars.image }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    command: [sh, -c, cp -v /jars/* /extra/]
    securityContext:
      {{- toYaml .root.Values.securityContext | nindent 6 }}
    resources:
      requests:
        cpu: "10m"
        memory: "32Mi"
      limits:
        memory: "128Mi"
    volumeMounts:
      - name: extra-jars
        mountPath: /extra
{{- end }}
{{- end }}

{{/* Placement of pods. Takes root, component, service. */}}
{{- define "delaygate.pod.placement" -}}
{{- $labels := include "delaygate.selector" . | fromYaml }}
{{- $term := dict "topologyKey" "kubernetes.io/hostname" "labelSelector" (dict "matchLabels" $labels) }}
{{- if .service.affinity }}
affinity:
  {{- toYaml .service.affinity | nindent 2 }}
{{- else if eq .service.antiAffinity "hard" }}
affinity:
  podAntiAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      {{- toYaml (list $term) | nindent 6 }}
{{- else if eq .service.antiAffinity "soft" }}
affinity:
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      {{- toYaml (list (dict "weight" 100 "podAffinityTerm" $term)) | nindent 6 }}
{{- end }}
{{- with .service.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- range . }}
  {{- toYaml (list (merge (deepCopy .) (dict "labelSelector" (dict "matchLabels" $labels)))) | nindent 2 }}
  {{- end }}
{{- end }}
{{- end }}

{{/* Takes root, service, file. */}}
{{- define "delaygate.pod.volumes" -}}
- name: settings
  configMap:
    name: {{ include "delaygate.fullname" .root }}-{{ .file }}
{{- with include "delaygate.secret" .root }}
- name: secrets
  secret:
    secretName: {{ . }}
    # for the group, which is fsGroup
    defaultMode: 0440
{{- end }}
{{- with .root.Values.kafka.caSecret }}
- name: ca
  secret:
    secretName: {{ . }}
    defaultMode: 0440
{{- end }}
{{- if .root.Values.extraJars.image }}
- name: extra-jars
  emptyDir:
    sizeLimit: "256Mi"
{{- else if .root.Values.extraJars.volume }}
- name: extra-jars
  {{- toYaml .root.Values.extraJars.volume | nindent 2 }}
{{- end }}
# the root file system is read-only; native libraries are unpacked to and loaded from here
- name: tmp
  emptyDir:
    sizeLimit: "512Mi"
{{- with .service.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Takes root, service. */}}
{{- define "delaygate.pod.mounts" -}}
- name: settings
  mountPath: /etc/delaygate/settings
  readOnly: true
{{- if include "delaygate.secret" .root }}
- name: secrets
  mountPath: /etc/delaygate/secrets
  readOnly: true
{{- end }}
{{- if .root.Values.kafka.caSecret }}
- name: ca
  mountPath: /etc/delaygate/ca
  readOnly: true
{{- end }}
{{- if or .root.Values.extraJars.image .root.Values.extraJars.volume }}
- name: extra-jars
  mountPath: /opt/delaygate/extra
  readOnly: true
{{- end }}
- name: tmp
  mountPath: /tmp
{{- with .service.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Takes root, service, file. */}}
{{- define "delaygate.pod.env" -}}
- name: DELAYGATE_CONFIG
  value: /etc/delaygate/settings/{{ .file }}.properties
- name: LOG_FORMAT
  value: {{ .root.Values.logging.format }}
- name: LOG_LEVEL
  value: {{ .root.Values.logging.level }}
{{- with .service.heapOpts }}
- name: HEAP_OPTS
  value: {{ . | quote }}
{{- end }}
{{- with .service.javaOpts }}
- name: JAVA_OPTS
  value: {{ . | quote }}
{{- end }}
{{- with .service.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Requests and limits, each quantity as text: "cpu: 2" is a number in YAML. */}}
{{- define "delaygate.resources" -}}
{{- range $kind, $amounts := . }}
{{ $kind }}:
  {{- range $name, $amount := $amounts }}
  {{ $name }}: {{ include "delaygate.text" $amount | quote }}
  {{- end }}
{{- end }}
{{- end }}
