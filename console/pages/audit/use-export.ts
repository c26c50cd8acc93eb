// Exports log entries part by part into one file.

import type { AuditCsvPartJson, AuditPartJson } from '../../../server/audit/audit-json.ts'
import { useApi } from '../../api/api-context.tsx'
import type { Separator } from '../../frame/csv/separator.ts'
import type { ExportCount } from '../../frame/exports/export-notice.tsx'
import { useExportRun } from '../../frame/exports/use-export-run.tsx'
import type { AskedOfAudit } from './use-audit-filter.ts'

export type ExportFormat = 'json' | 'csv'

interface WantedExport {
  readonly filter: AskedOfAudit
  readonly format: ExportFormat
  /** For CSV. */
  readonly separator: Separator
}

export function useAuditExport(): (wanted: WantedExport) => void {
  const api = useApi()
  const run = useExportRun('audit')
  return ({ filter, format, separator }) =>
    void run(async (signal, tell) => {
      const texts: string[] = []
      let exported: Required<ExportCount> = { rows: 0, bytes: 0, damaged: 0, share: 0 }
      tell(exported)
      let after: number | null = 0
      while (after !== null) {
        const json: Readonly<Record<string, unknown>> = { ...filter, format, separator, after }
        const part: Part = await api.ask('/audit/export', { method: 'POST', json, signal })
        const { text, entries } = readPart(part)
        texts.push(text)
        after = part.next_after
        exported = {
          rows: exported.rows + entries,
          bytes: exported.bytes + text.length,
          damaged: exported.damaged + part.damaged.length,
          share: after === null ? 1 : after / part.head.sequence,
        }
        tell(exported)
      }
      const type = format === 'csv' ? 'text/csv;charset=utf-8' : 'application/x-ndjson'
      const day = new Date().toISOString().slice(0, 10)
      const name = `audit-${day}.${format === 'csv' ? 'csv' : 'jsonl'}`
      return { file: new Blob(texts, { type }), name }
    })
}

type Part = AuditPartJson | AuditCsvPartJson

/** JSON lines as in `svc audit export`, or CSV lines as the server made them. */
function readPart(part: Part): { readonly text: string; readonly entries: number } {
  if ('csv' in part) return { text: part.csv, entries: part.count }
  const text = part.items.map((item) => `${JSON.stringify(item)}\n`).join('')
  return { text, entries: part.items.length }
}
