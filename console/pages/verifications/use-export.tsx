// Exports the list as a file. Once started it continues across pages, with progress and a stop
// button in a notification, and stops when the user signs out or another signs in.

import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { PersonalExportJson } from '../../../server/console-api/verifications/verification-list-json.ts'
import type { ApiClient } from '../../api/api-client.ts'
import { useApi } from '../../api/api-context.tsx'
import { useSamePerson } from '../../api/use-same-person.ts'
import type { Separator } from '../../frame/csv/separator.ts'
import { saveFile } from '../../frame/save-file.ts'
import { type CsvCount, createCsvCounter } from './csv-counter.ts'
import { ExportDone, ExportFailed, ExportProgress } from './export-messages.tsx'

export interface WantedExport {
  /** The server's parameters, with the environment. */
  readonly asked: Readonly<Record<string, string>>
  readonly separator: Separator
  /** undefined: without personal data. */
  readonly purpose: PersonalExportJson['purpose'] | undefined
  /** Aborts it, as long as nothing has arrived. */
  readonly signal: AbortSignal
}

/** Resolves when the download starts; until then the caller shows errors. @throws Refusal */
export function useExport(): (wanted: WantedExport) => Promise<void> {
  const api = useApi()
  const samePerson = useSamePerson()
  const { t } = useTranslation('frame')
  return (wanted) =>
    new Promise((onBegin, onRefusal) => {
      const needs = { api, isSamePerson: samePerson(), closeLabel: t('close') }
      void run(needs, wanted, { onBegin, onRefusal })
    })
}

interface ExportNeeds {
  readonly api: ApiClient
  readonly isSamePerson: () => boolean
  readonly closeLabel: string
}

interface Asking {
  readonly onBegin: () => void
  readonly onRefusal: (error: unknown) => void
}

const tellEveryMs = 250

async function run(needs: ExportNeeds, wanted: WantedExport, asking: Asking): Promise<void> {
  const { api, isSamePerson, closeLabel } = needs
  const stop = new AbortController()
  const giveUp = () => stop.abort()
  wanted.signal.addEventListener('abort', giveUp)
  const count = createCsvCounter()
  let counted: CsvCount = { rows: 0, bytes: 0 }
  let corner: Corner | undefined
  const onPart = (part: Uint8Array) => {
    counted = count(part)
    if (!isSamePerson()) giveUp()
    if (corner === undefined) {
      wanted.signal.removeEventListener('abort', giveUp)
      corner = openCorner(giveUp)
      asking.onBegin()
    }
    corner.tell(counted)
  }
  const closing = { withBorder: true, closeButtonProps: { 'aria-label': closeLabel } }
  try {
    const file = await take(api, wanted, { signal: stop.signal, onPart })
    if (!isSamePerson()) giveUp()
    stop.signal.throwIfAborted()
    saveFile(file, nameOf(wanted))
    const message = <ExportDone counted={counted} />
    notifications.show({ message, color: 'accent', ...closing })
  } catch (error) {
    if (corner === undefined) return asking.onRefusal(error)
    const { aborted } = stop.signal
    const message = <ExportFailed error={aborted ? undefined : error} />
    const more = aborted ? { color: 'gray' } : { color: 'red', autoClose: false }
    notifications.show({ message, ...more, ...closing })
  } finally {
    corner?.close()
  }
}

interface Corner {
  /** Updates the notification, at most once per interval. */
  tell(counted: CsvCount): void
  close(): void
}

function openCorner(onStop: () => void): Corner {
  let toldAtMs = performance.now()
  const progress = (counted: CsvCount) => ({
    message: <ExportProgress counted={counted} onStop={onStop} />,
    role: 'status',
    loading: true,
    autoClose: false,
    allowClose: false,
    withCloseButton: false,
    withBorder: true,
  })
  const shown = notifications.show(progress({ rows: 0, bytes: 0 }))
  return {
    tell(counted) {
      if (performance.now() - toldAtMs < tellEveryMs) return
      toldAtMs = performance.now()
      notifications.update({ id: shown, ...progress(counted) })
    },
    close: () => notifications.hide(shown),
  }
}

function take(
  api: ApiClient,
  { asked, separator, purpose }: WantedExport,
  { signal, onPart }: { readonly signal: AbortSignal; readonly onPart: (part: Uint8Array) => void },
): Promise<Blob> {
  const path = `/verifications/export${purpose === undefined ? '' : '/personal'}`
  const json = { ...asked, separator, ...(purpose === undefined ? {} : { purpose }) }
  return api.askForFile(path, { method: 'POST', json, signal }, onPart)
}

function nameOf({ asked, purpose }: WantedExport): string {
  const day = new Date().toISOString().slice(0, 10)
  const kind = purpose === undefined ? '' : '-personal'
  return `verifications-${asked.environment ?? 'live'}${kind}-${day}.csv`
}
