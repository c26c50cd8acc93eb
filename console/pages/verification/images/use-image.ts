// One image: the preview first, the full size on request. Its bytes are held by this page and
// released with it.

import { useEffect, useState } from 'react'
import { useApi } from '../../../api/api-context.tsx'
import { isRefusedWith } from '../../../api/refusal.ts'
import type { ShownImageRole } from './image-stage.ts'

type ImageFile =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'shown'; readonly address: string }
  /** Erased, removed or damaged. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly error: unknown }

export interface ImageSource {
  /** The full-size image once it is loaded, until then the preview. */
  readonly file: ImageFile
  readonly isWhole: boolean
  /** True while the full size is loading. */
  readonly isWaitingForWhole: boolean
  wantWhole(): void
  retry(): void
}

interface AskedImage {
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
  /** A changed number requests it again. */
  readonly tries: number
}

const waiting: ImageFile = { kind: 'waiting' }

/** Outside the query cache, so that no cache keeps it. */
function useFile(path: string, { size, isWanted, tries }: AskedFile): ImageFile {
  const api = useApi()
  const [file, setFile] = useState<ImageFile>(waiting)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed `tries` requests it again
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
  return isRefusedWith(error, 'not_found') ? { kind: 'gone' } : { kind: 'failed', error }
}
