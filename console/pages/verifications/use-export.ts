// Exports the list as a file.

import type { PersonalExportJson } from '../../../server/console-api/verifications/verification-list-json.ts'
import { useApi } from '../../api/api-context.tsx'
import type { Separator } from '../../frame/csv/separator.ts'
import { useExportRun } from '../../frame/exports/use-export-run.tsx'
import { createCsvCounter } from './csv-counter.ts'

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
  const run = useExportRun('verifications')
  return (wanted) => {
    const { asked, separator, purpose } = wanted
    const path = `/verifications/export${purpose === undefined ? '' : '/personal'}`
    const json = { ...asked, separator, ...(purpose === undefined ? {} : { purpose }) }
    return run(async (signal, tell) => {
      const count = createCsvCounter()
      const onPart = (part: Uint8Array) => tell(count(part))
      const file = await api.askForFile(path, { method: 'POST', json, signal }, onPart)
      return { file, name: nameOf(wanted) }
    }, wanted.signal)
  }
}

function nameOf({ asked, purpose }: WantedExport): string {
  const day = new Date().toISOString().slice(0, 10)
  const kind = purpose === undefined ? '' : '-personal'
  return `verifications-${asked.environment ?? 'live'}${kind}-${day}.csv`
}
