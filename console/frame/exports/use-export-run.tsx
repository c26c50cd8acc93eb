// Runs an export that continues across pages, with progress and a stop button in a notification. It
// stops when the user signs out or another signs in.

import { notifications } from '@mantine/notifications'
import { useSamePerson } from '../../api/use-same-person.ts'
import { notify } from '../parts/notify.ts'
import { saveFile } from '../save-file.ts'
import {
  type ExportCount,
  ExportDone,
  ExportFailed,
  type ExportKind,
  ExportProgress,
} from './export-notice.tsx'

/** Fetches the file. The first call of `tell` opens the notification; it throws once stopped. */
type TakeFile = (
  signal: AbortSignal,
  tell: (soFar: ExportCount) => void,
) => Promise<{ readonly file: Blob; readonly name: string }>

/**
 * Resolves when the notification opens; until then the caller shows errors, and `beforehand`
 * aborts it. @throws Refusal
 */
type ExportRun = (take: TakeFile, beforehand?: AbortSignal) => Promise<void>

export function useExportRun(kind: ExportKind): ExportRun {
  const samePerson = useSamePerson()
  return (take, beforehand) =>
    new Promise((onBegin, onRefusal) => {
      void run({ kind, isSamePerson: samePerson(), beforehand, onBegin, onRefusal }, take)
    })
}

interface RunNeeds {
  readonly kind: ExportKind
  readonly isSamePerson: () => boolean
  readonly beforehand: AbortSignal | undefined
  readonly onBegin: () => void
  readonly onRefusal: (error: unknown) => void
}

async function run(needs: RunNeeds, take: TakeFile): Promise<void> {
  const { kind, isSamePerson, beforehand } = needs
  const stop = new AbortController()
  const giveUp = () => stop.abort()
  beforehand?.addEventListener('abort', giveUp)
  let counted: ExportCount = { rows: 0, bytes: 0 }
  let corner: Corner | undefined
  const throwIfStopped = () => {
    if (!isSamePerson()) giveUp()
    stop.signal.throwIfAborted()
  }
  const tell = (soFar: ExportCount) => {
    counted = soFar
    if (corner === undefined) {
      beforehand?.removeEventListener('abort', giveUp)
      corner = openCorner(kind, counted, giveUp)
      needs.onBegin()
    }
    corner.tell(counted)
    throwIfStopped()
  }
  try {
    const { file, name } = await take(stop.signal, tell)
    throwIfStopped()
    saveFile(file, name)
    const message = <ExportDone kind={kind} counted={counted} />
    const isDamaged = (counted.damaged ?? 0) > 0
    const more = isDamaged ? { color: 'red', autoClose: false } : { color: 'accent' }
    notify({ message, ...more })
  } catch (error) {
    if (corner === undefined) return needs.onRefusal(error)
    const { aborted } = stop.signal
    const message = <ExportFailed kind={kind} error={aborted ? undefined : error} />
    const more = aborted ? { color: 'gray' } : { color: 'red', autoClose: false }
    notify({ message, ...more })
  } finally {
    corner?.close()
  }
}

interface Corner {
  /** Updates the notification, at most once per interval. */
  tell(counted: ExportCount): void
  close(): void
}

const tellEveryMs = 250

function openCorner(kind: ExportKind, first: ExportCount, onStop: () => void): Corner {
  let toldAtMs = performance.now()
  const progress = (counted: ExportCount) => ({
    message: <ExportProgress kind={kind} counted={counted} onStop={onStop} />,
    role: 'status',
    loading: counted.share === undefined,
    autoClose: false,
    allowClose: false,
    withCloseButton: false,
    withBorder: true,
  })
  const shown = notifications.show(progress(first))
  return {
    tell(counted) {
      if (performance.now() - toldAtMs < tellEveryMs) return
      toldAtMs = performance.now()
      notifications.update({ id: shown, ...progress(counted) })
    },
    close: () => notifications.hide(shown),
  }
}
