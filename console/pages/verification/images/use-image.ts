// One picture: the preview at once, the whole one when somebody asks for it. Its bytes are held by this page
// alone and let go with it.

import { useEffect, useState } from 'react'
import { useApi } from '../../../api/api-context.tsx'
import { hasCode } from '../../../api/refusal.ts'
import type { ShownImageRole } from './image-stage.ts'

export type ImageFile =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'shown'; readonly address: string }
  /** Erased, removed or damaged. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly error: unknown }

export interface ImageSource {
  /** The whole picture once it is there, until then the preview. */
  readonly file: ImageFile
  readonly isWhole: boolean
  /** While the whole one is on its way. */
  readonly isWaitingForWhole: boolean
  wantWhole(): void
  retry(): void
}

export interface AskedImage {
  readonly verificationId: string
  readonly role: ShownImageRole
  readonly isKept: boolean
}

export function useImage({ verificationId, role, isKept }: AskedImage): ImageSource {
  const path = `/verifications/${verificationId}/pictures/${role}`
  const [isWholeWanted, setWholeWanted] = useState(false)
  const [tries, setTries] = useState(0)
  const preview = useFile(path, { size: 'preview', isWanted: isKept, tries })
  const whole = useFile(path, { size: 'full', isWanted: isKept && isWholeWanted, tries })
  const isWhole = whole.kind === 'shown'
  return {
    file: isWhole || (isWholeWanted && whole.kind === 'failed') ? whole : preview,
    isWhole,
    isWaitingForWhole: isWholeWanted && whole.kind === 'waiting',
    wantWhole: () => setWholeWanted(true),
    retry: () => setTries((before) => before + 1),
  }
}

interface AskedFile {
  readonly size: 'preview' | 'full'
  readonly isWanted: boolean
  /** Another number asks once more. */
  readonly tries: number
}

const waiting: ImageFile = { kind: 'waiting' }

/** Beside what is read otherwise, so that no cache keeps it. */
function useFile(path: string, { size, isWanted, tries }: AskedFile): ImageFile {
  const api = useApi()
  const [file, setFile] = useState<ImageFile>(waiting)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is a reason to ask again
  useEffect(() => {
    if (!isWanted) return
    const asking = new AbortController()
    let address: string | undefined
    setFile(waiting)
    api.askForFile(path, { query: { size }, signal: asking.signal }).then(
      (bytes) => {
        if (asking.signal.aborted) return
        address = URL.createObjectURL(bytes)
        setFile({ kind: 'shown', address })
      },
      (error: unknown) => {
        if (!asking.signal.aborted) setFile(refused(error))
      },
    )
    return () => {
      asking.abort()
      if (address !== undefined) URL.revokeObjectURL(address)
    }
  }, [api, path, size, isWanted, tries])
  return file
}

function refused(error: unknown): ImageFile {
  return hasCode(error, 'not_found') ? { kind: 'gone' } : { kind: 'failed', error }
}
