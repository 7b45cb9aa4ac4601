{{- define "delaygate.name" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{/*
Prefix of all names. At most 40 characters, because "-scheduler" and the 11 of a revision's hash follow
in a label of the pods, and with a label above 63 the StatefulSet would get no pods.
*/}}
{{- define "delaygate.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains (include "delaygate.name" .) .Release.Name }}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "delaygate.name" .) | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "delaygate.gateway" -}}
{{ include "delaygate.fullname" . }}-gateway
{{- end }}

{{- define "delaygate.scheduler" -}}
{{ include "delaygate.fullname" . }}-scheduler
{{- end }}

{{- define "delaygate.secret" -}}
{{- if .Values.kafka.secret.create }}
{{- include "delaygate.fullname" . }}-kafka
{{- else }}
{{- .Values.kafka.secret.existing }}
{{- end }}
{{- end }}

{{- define "delaygate.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}
{{- .Values.serviceAccount.name | default (include "delaygate.fullname" .) }}
{{- else }}
{{- .Values.serviceAccount.name | default "default" }}
{{- end }}
{{- end }}

{{/* Selector of pods, which never changes in the life of a release. Takes root and component. */}}
{{- define "delaygate.selector" -}}
app.kubernetes.io/name: {{ include "delaygate.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "delaygate.labels" -}}
{{ include "delaygate.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* Takes root and image (repository, digest). */}}
{{- define "delaygate.image" -}}
{{- $shared := .root.Values.image }}
{{- $name := .image.repository }}
{{- if $shared.registry }}
{{- $name = printf "%s/%s" $shared.registry $name }}
{{- end }}
{{- if .image.digest }}
{{- printf "%s@%s" $name .image.digest }}
{{- else }}
{{- printf "%s:%s" $name ($shared.tag | default .root.Chart.AppVersion) }}
{{- end }}
{{- end }}
