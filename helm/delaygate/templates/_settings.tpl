{{/* Value as text. Helm reads each number of a file as a float, which would print as 1.048576e+06. */}}
{{- define "delaygate.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) }}
{{- printf "%.0f" . }}
{{- else }}
{{- toString . }}
{{- end }}
{{- end }}

{{/* Value in the format of java.util.Properties, on one line. */}}
{{- define "delaygate.escaped" -}}
{{- $text := include "delaygate.text" . | replace "\\" "\\\\" | replace "\n" "\\n" | replace "\r" "\\r" | replace "\t" "\\t" | replace "\f" "\\f" }}
{{- if hasPrefix " " $text }}{{ "\\" }}{{ end }}{{ $text }}
{{- end }}

{{/* Properties file of a map, in the order of keys. */}}
{{- define "delaygate.properties" -}}
# Made by the Helm chart; changes belong into its values.
{{ range $key, $value := . -}}
{{ $key }}={{ include "delaygate.escaped" $value }}
{{ end }}
{{- end }}

{{/* Settings that both services must share. */}}
{{- define "delaygate.shared" -}}
{{- $settings := dict "bootstrap.servers" .Values.kafka.bootstrapServers "topic.prefix" .Values.topics.prefix }}
{{- range $key, $value := .Values.kafka.config }}
{{- $_ := set $settings (printf "kafka.%s" $key) $value }}
{{- end }}
{{- toJson (merge $settings .Values.topics.names) }}
{{- end }}

{{/*
Host names by which callers may reach ports without authentication: those of each Service in front of
them, and more. Takes root, services, more.
*/}}
{{- define "delaygate.hosts" -}}
{{- $names := list }}
{{- range .services }}
{{- $inside := printf "%s.%s" . $.root.Release.Namespace }}
{{- $names = concat $names (list . $inside (printf "%s.svc" $inside) (printf "%s.svc.cluster.local" $inside)) }}
{{- end }}
{{- concat $names .more .root.Values.auth.hosts | join "," }}
{{- end }}

{{- define "delaygate.scheduler.settings" -}}
{{- $service := include "delaygate.scheduler" . }}
{{- $pods := printf "*.%s.%s.svc" $service .Release.Namespace }}
{{- $own := dict
      "http.host" "0.0.0.0"
      "http.port" 8081
      "http.hosts" (include "delaygate.hosts" (dict "root" . "services" (list $service) "more" (list $pods (printf "%s.cluster.local" $pods))))
      "query.port" 8082
      "topics.partitions" .Values.topics.partitions
      "replication.factor" .Values.topics.replicationFactor }}
{{- if not .Values.auth.enabled }}
{{- $_ := set $own "auth.enabled" false }}
{{- end }}
{{- include "delaygate.properties" (merge $own (include "delaygate.shared" . | fromJson) .Values.scheduler.config) }}
{{- end }}

{{- define "delaygate.gateway.settings" -}}
{{- $service := include "delaygate.gateway" . }}
{{- $services := list $service (printf "%s-management" $service) }}
{{- $ingress := ternary .Values.gateway.ingress.hosts (list) .Values.gateway.ingress.enabled }}
{{- $own := dict
      "http.host" "0.0.0.0"
      "http.port" 8080
      "http.hosts" (include "delaygate.hosts" (dict "root" . "services" $services "more" $ingress))
      "management.port" 8081
      "scheduler.urls" (printf "http://%s.%s.svc:8082" (include "delaygate.scheduler" .) .Release.Namespace) }}
{{- if .Values.gateway.tls.secret }}
{{- $_ := set $own "http.tls.certificate.file" "/etc/delaygate/tls/tls.crt" }}
{{- $_ := set $own "http.tls.key.file" "/etc/delaygate/tls/tls.key" }}
{{- end }}
{{- with .Values.gateway.endpoints }}
{{- if .keySecret }}
{{- $_ := set $own "endpoints.key.file" "/etc/delaygate/endpoints/keys" }}
{{- $_ := set $own "endpoints.allowed.hosts" (join "," .allowedHosts) }}
{{- $_ := set $own "endpoints.allowed.networks" (join "," .allowedNetworks) }}
{{- end }}
{{- if .caSecret }}
{{- $_ := set $own "endpoints.ca.file" "/etc/delaygate/authorities/ca.crt" }}
{{- end }}
{{- end }}
{{- if .Values.gateway.lmstfy.enabled }}
{{- $_ := set $own "lmstfy.port" 7777 }}
{{- $_ := set $own "lmstfy.admin.port" 7778 }}
{{- end }}
{{- if include "delaygate.auth.secret" . }}
{{- $_ := set $own "auth.tokens.file" "/etc/delaygate/auth/tokens" }}
{{- $_ := set $own "query.secret" "${dir:/etc/delaygate/auth:query-secret}" }}
{{- else }}
{{- $_ := set $own "auth.enabled" false }}
{{- end }}
{{- include "delaygate.properties" (merge $own (include "delaygate.shared" . | fromJson) .Values.gateway.config) }}
{{- end }}
