// Exports log entries part by part into one file. It continues across pages, with progress and a
// stop button in a notification, and stops when the user signs out or another signs in.

import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { AuditCsvPartJson, AuditPartJson } from '../../../server/audit/audit-json.ts'
import type { ApiClient } from '../../api/api-client.ts'
import { useApi } from '../../api/api-context.tsx'
import { useSamePerson } from '../../api/use-same-person.ts'
import type { Separator } from '../../frame/csv/separator.ts'
import { saveFile } from '../../frame/save-file.ts'
import { ExportDone, type Exported, ExportFailed, ExportProgress } from './export-messages.tsx'
import type { AskedOfAudit } from './use-audit-filter.ts'

export type ExportFormat = 'json' | 'csv'

interface WantedExport {
  readonly filter: AskedOfAudit
  readonly format: ExportFormat
  /** For CSV. */
  readonly separator: Separator
}

export function useExport(): (wanted: WantedExport) => void {
  const api = useApi()
  const samePerson = useSamePerson()
  const { t } = useTranslation('frame')
  return (wanted) => void run({ api, isSamePerson: samePerson(), closeLabel: t('close') }, wanted)
}

interface ExportNeeds {
  readonly api: ApiClient
  readonly isSamePerson: () => boolean
  readonly closeLabel: string
}

async function run(needs: ExportNeeds, wanted: WantedExport): Promise<void> {
  const { api, isSamePerson, closeLabel } = needs
  const stop = new AbortController()
  const message = (exported: Exported) => ({
    message: <ExportProgress exported={exported} onStop={() => stop.abort()} />,
    role: 'status',
    autoClose: false,
    allowClose: false,
    withCloseButton: false,
    withBorder: true,
  })
  const shown = notifications.show(message({ entries: 0, damaged: 0, part: 0 }))
  const closing = { withBorder: true, closeButtonProps: { 'aria-label': closeLabel } }
  try {
    const { file, exported } = await take(api, wanted, stop.signal, (soFar) => {
      if (!isSamePerson()) stop.abort()
      stop.signal.throwIfAborted()
      notifications.update({ id: shown, ...message(soFar) })
    })
    saveFile(file, nameOf(wanted))
    notifications.show({
      message: <ExportDone exported={exported} />,
      color: exported.damaged > 0 ? 'red' : 'accent',
      ...(exported.damaged > 0 ? { autoClose: false } : {}),
      ...closing,
    })
  } catch (error) {
    const isStopped = stop.signal.aborted
    const more = isStopped ? { color: 'gray' } : { color: 'red', autoClose: false }
    const message = <ExportFailed error={isStopped ? undefined : error} />
    notifications.show({ message, ...more, ...closing })
  } finally {
    notifications.hide(shown)
  }
}

async function take(
  api: ApiClient,
  { filter, format, separator }: WantedExport,
  signal: AbortSignal,
  onPart: (soFar: Exported) => void,
): Promise<{ readonly file: Blob; readonly exported: Exported }> {
  const texts: string[] = []
  let exported: Exported = { entries: 0, damaged: 0, part: 0 }
  let after: number | null = 0
  while (after !== null) {
    const json: Readonly<Record<string, unknown>> = {
      ...filter,
      ...{ format, separator, after },
    }
    const part: Part = await api.ask('/audit/export', { method: 'POST', json, signal })
    const { text, entries } = readPart(part)
    texts.push(text)
    after = part.next_after
    exported = {
      entries: exported.entries + entries,
      damaged: exported.damaged + part.damaged.length,
      part: after === null ? 1 : after / part.head.sequence,
    }
    onPart(exported)
  }
  const type = format === 'csv' ? 'text/csv;charset=utf-8' : 'application/x-ndjson'
  return { file: new Blob(texts, { type }), exported }
}

type Part = AuditPartJson | AuditCsvPartJson

/** JSON lines as in `svc audit export`, or CSV lines as the server made them. */
function readPart(part: Part): { readonly text: string; readonly entries: number } {
  if ('csv' in part) return { text: part.csv, entries: part.count }
  const text = part.items.map((item) => `${JSON.stringify(item)}\n`).join('')
  return { text, entries: part.items.length }
}

function nameOf({ format }: WantedExport): string {
  const day = new Date().toISOString().slice(0, 10)
  return `audit-${day}.${format === 'csv' ? 'csv' : 'jsonl'}`
}
