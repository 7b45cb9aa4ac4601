{{/* Generated from the table of faults in the gateway; do not edit. */}}
{{- define "delaygate.sentences.DelaygateCommandsLost" -}}
summary: {{ `Reading of commands did not continue at the last position on {{ $labels.pod }}` | quote }}
description: {{ `{{ $value }} partitions, reason {{ $labels.reason }}: commands are lost, or carried out again.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateSchedulerAbsent" -}}
summary: {{ `No scheduler answers` | quote }}
description: {{ `No job is delivered. Jobs are kept, and leave late when a scheduler is back.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateSchedulerNotReady" -}}
summary: {{ `A scheduler is not ready` | quote }}
description: {{ `Its stores may still be restoring, or the other pods have its partitions and more load.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateThreadRestarts" -}}
summary: {{ `Stream threads of {{ $labels.pod }} keep failing` | quote }}
description: {{ `Each failed thread is replaced; after 20 in 10 minutes the pod stops and is restarted.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateBackgroundFailures" -}}
summary: {{ `Task {{ $labels.task }} of {{ $labels.pod }} keeps failing` | quote }}
description: {{ `The background task is repeated without success. Jobs are still delivered.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateClockOffset" -}}
summary: {{ `The clock of {{ $labels.pod }} differs from the brokers'` | quote }}
description: {{ `The offset is {{ $value | humanizeDuration }}. Jobs leave early if the clock is ahead, late if it is behind.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateStoreSetAside" -}}
summary: {{ `A store of {{ $labels.pod }} was damaged` | quote }}
description: {{ `Its directory was set aside, and the store was restored from its changelog. Check the disk, then remove the directory: until then, the same store is not set aside again.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateTopicRefused" -}}
summary: {{ `Delaygate's own topic {{ $labels.topic }} has wrong settings or is missing` | quote }}
description: {{ `No scheduler would start with it. The log and /readyz of each scheduler show the problem and its remedy.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateHangingTransaction" -}}
summary: {{ `A transaction hangs in partition {{ $labels.partition }}` | quote }}
description: {{ `Consumers with read_committed wait there until an operator aborts it with kafka-transactions.sh.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateLate" -}}
summary: {{ `Many jobs leave more than a second late` | quote }}
description: {{ `{{ $value | humanizePercentage }} of the jobs of the last hour; the objective is {{ .latenessObjective }} % in time.` | replace "{{ .latenessObjective }}" (toString .latenessObjective) | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateOftenLate" -}}
summary: {{ `Jobs repeatedly leave more than a second late` | quote }}
description: {{ `{{ $value | humanizePercentage }} of the jobs of the last six hours; the objective is {{ .latenessObjective }} % in time.` | replace "{{ .latenessObjective }}" (toString .latenessObjective) | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateOverdue" -}}
summary: {{ `Due jobs are not delivered by {{ $labels.pod }}` | quote }}
description: {{ `The earliest job has been due for {{ $value | humanizeDuration }}.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateTargetRefuses" -}}
summary: {{ `Target {{ $labels.topic }} takes no records` | quote }}
description: {{ `{{ $value }} due jobs wait for it. They leave when the target is repaired, or become dead letters after target.park.max.ms.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateThrottled" -}}
summary: {{ `Brokers throttle {{ $labels.pod }}` | quote }}
description: {{ `They delay its requests by up to {{ $value | humanizeDuration }}: its quota is below its traffic. Jobs leave late. Raise the quota.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateRestoreStuck" -}}
summary: {{ `A store of {{ $labels.pod }} is behind its changelog and does not catch up` | quote }}
description: {{ `{{ $value | humanize }} records are left, not fewer than 15 minutes ago.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateRequestsLag" -}}
summary: {{ `Commands wait to be read` | quote }}
description: {{ `{{ $value | humanize }} commands are unread. Jobs that are due before their command is read leave late, and cancels take effect late.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateOpenTransaction" -}}
summary: {{ `An open transaction blocks commands` | quote }}
description: {{ `A sender has kept it open for {{ $value | humanizeDuration }}. Commands behind it are not read, even those of other senders; the schedulers' logs and /readyz name the partition and the sender.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateRetentionAtRisk" -}}
summary: {{ `Commands may be deleted before {{ $labels.pod }} reads them` | quote }}
description: {{ `The commands that it reads are {{ $value | humanizeDuration }} old, more than half of their topic's retention.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateStateDisk" -}}
summary: {{ `The disk of {{ $labels.pod }} is nearly full` | quote }}
description: {{ `{{ $value | humanizePercentage }} are free. Jobs of a store that cannot be written are not delivered.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateFailureAlarm" -}}
summary: {{ `Jobs for {{ $labels.topic }} fail more often than its alarm allows` | quote }}
description: {{ `The thresholds are set for the target by PUT /v1/topics/…/alarm.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateDeadLetters" -}}
summary: {{ `Jobs for {{ $labels.topic }} become dead letters with reason {{ $labels.reason }}` | quote }}
description: {{ `{{ $value | humanize }} dead letters in 15 minutes.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateGatewayAbsent" -}}
summary: {{ `No gateway answers` | quote }}
description: {{ `No HTTP call is served. Commands by Kafka and all deliveries continue.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateGatewayRefuses" -}}
summary: {{ `Gateways answer {{ $value | humanizePercentage }} of calls with {{ $labels.reason }}` | quote }}
description: {{ `The answers tell callers to try again.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateLimited" -}}
summary: {{ `Callers keep exceeding their limit {{ $labels.limit }}` | quote }}
description: {{ `The refused calls, items of batches included, are {{ $value | humanizePercentage }} of all calls.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateGatewaysUncounted" -}}
summary: {{ `Gateway {{ $labels.pod }} does not know all gateways` | quote }}
description: {{ `Its gateway count is {{ $value }}, by which it divides limits: callers get more than their limit.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateOutcomesUnavailable" -}}
summary: {{ `Gateway {{ $labels.pod }} cannot read outcomes` | quote }}
description: {{ `Calls that wait for an outcome (cancel, change, wait=true) get 503; schedules are accepted.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateEndpointBroken" -}}
summary: {{ `Calls of the endpoint {{ $labels.exported_endpoint }} fail` | quote }}
description: {{ `It belongs to the namespace {{ $labels.exported_namespace }}. Only single calls are tried; its due jobs wait, and others are not held up.` | quote }}
{{- end }}

{{- define "delaygate.sentences.DelaygateCertificateExpires" -}}
summary: {{ `The certificate of gateway {{ $labels.pod }} expires soon` | quote }}
description: {{ `It is valid for {{ $value | humanizeDuration }} more. Renew the Secret gateway.tls.secret.` | quote }}
{{- end }}
