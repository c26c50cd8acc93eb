// Takes the list out as a file. It goes on while other pages are looked at: how far it has come stands in the
// corner, where it can be stopped too. Signing out stops it.

import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PersonalExportJson } from '../../../server/console-api/case-list-json.ts'
import type { ApiClient } from '../../api/api-client.ts'
import { useApi } from '../../api/api-context.tsx'
import { hasCode } from '../../api/refusal.ts'
import { meKey } from '../../api/session-memory.ts'
import { saveFile } from '../../frame/save-file.ts'
import { type CsvCount, createCsvCounter } from './csv-counter.ts'
import { ExportDone, ExportFailed, ExportProgress } from './export-messages.tsx'

export interface WantedExport {
  /** Under the server's names, with the environment. */
  readonly asked: Readonly<Record<string, string>>
  /** undefined: without personal details. */
  readonly purpose: PersonalExportJson['purpose'] | undefined
}

export function useExport(): (wanted: WantedExport) => void {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('frame')
  const isSignedIn = () => (queries.getQueryData(meKey) ?? null) !== null
  return (wanted) => void run({ api, isSignedIn, closeLabel: t('close') }, wanted)
}

interface ExportNeeds {
  readonly api: ApiClient
  readonly isSignedIn: () => boolean
  readonly closeLabel: string
}

const tellEveryMs = 250

async function run(needs: ExportNeeds, wanted: WantedExport): Promise<void> {
  const { api, isSignedIn, closeLabel } = needs
  const stop = new AbortController()
  const count = createCsvCounter()
  let counted: CsvCount = { rows: 0, bytes: 0 }
  let toldAtMs = performance.now()
  const progress = () => ({
    message: <ExportProgress counted={counted} onStop={() => stop.abort()} />,
    role: 'status',
    loading: true,
    autoClose: false,
    allowClose: false,
    withCloseButton: false,
    withBorder: true,
  })
  const shown = notifications.show(progress())
  const onPart = (part: Uint8Array) => {
    counted = count(part)
    if (!isSignedIn()) stop.abort()
    if (performance.now() - toldAtMs < tellEveryMs) return
    toldAtMs = performance.now()
    notifications.update({ id: shown, ...progress() })
  }
  const closing = { withBorder: true, closeButtonProps: { 'aria-label': closeLabel } }
  try {
    saveFile(await take(api, wanted, { signal: stop.signal, onPart }), nameOf(wanted))
    const message = <ExportDone counted={counted} />
    notifications.show({ message, color: 'accent', ...closing })
  } catch (error) {
    const isOwnWill = stop.signal.aborted || hasCode(error, 'confirmation_required')
    const message = <ExportFailed error={isOwnWill ? undefined : error} />
    const more = isOwnWill ? { color: 'gray' } : { color: 'red', autoClose: false }
    notifications.show({ message, ...more, ...closing })
  } finally {
    notifications.hide(shown)
  }
}

function take(
  api: ApiClient,
  { asked, purpose }: WantedExport,
  { signal, onPart }: { readonly signal: AbortSignal; readonly onPart: (part: Uint8Array) => void },
): Promise<Blob> {
  const path = `/verifications/export${purpose === undefined ? '' : '/personal'}`
  const json = purpose === undefined ? asked : { ...asked, purpose }
  return api.askForFile(path, { method: 'POST', json, signal }, onPart)
}

function nameOf({ asked, purpose }: WantedExport): string {
  const day = new Date().toISOString().slice(0, 10)
  const kind = purpose === undefined ? '' : '-personal'
  return `verifications-${asked.environment ?? 'live'}${kind}-${day}.csv`
}
