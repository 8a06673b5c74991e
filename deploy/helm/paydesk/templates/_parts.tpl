{{- /* Go's own template functions alone: what `npm test` renders is then what Helm renders. */ -}}
{{- define "paydesk.labels" }}
    app.kubernetes.io/name: paydesk
    app.kubernetes.io/instance: {{ printf "%q" .Release.Name }}
{{- end }}
{{- define "paydesk.container" }}
          image: {{ printf "%s:%s" .Values.image.repository .Values.image.tag | printf "%q" }}
          imagePullPolicy: {{ .Values.image.pullPolicy }}
          envFrom:
            - secretRef:
                name: {{ printf "%q" .Values.secret }}
          env:
            - name: PUBLIC_URL
              value: {{ printf "%q" .Values.publicUrl }}
            - name: TRUST_PROXY
              value: uniquelocal
            - name: METRICS_PUBLIC
              value: 'true'
            {{- if .Values.backups.claim }}
            - name: BACKUP_DIR
              value: /backups
            {{- end }}
            {{- range $name, $value := .Values.settings }}
            - name: {{ $name }}
              value: {{ printf "%q" $value }}
            {{- end }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
{{- end }}
{{- define "paydesk.pod" }}
      automountServiceAccountToken: false
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        seccompProfile:
          type: RuntimeDefault
{{- end }}
