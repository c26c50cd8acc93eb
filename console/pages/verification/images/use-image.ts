// One image: the preview first, the full size on request. Its bytes are held by this page and
// released with it.

import { useEffect, useRef, useState } from 'react'
import type { AccessReason } from '../../../../server/console-api/verifications/access-reason.ts'
import { useApi } from '../../../api/api-context.tsx'
import { isRefusedWith } from '../../../api/refusal.ts'
import type { ShownImageRole } from './image-stage.ts'

type ImageFile =
  | { readonly kind: 'waiting' }
  /** No reason was given, and the user does not hold the review. */
  | { readonly kind: 'masked' }
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
  /** undefined while it is masked. */
  readonly reason: AccessReason | undefined
}

export function useImage({ verificationId, role, isKept, reason }: AskedImage): ImageSource {
  const isPart = role === 'portrait'
  const path = `/verifications/${verificationId}/pictures/${isPart ? 'front' : role}`
  const [isWholeWanted, setWholeWanted] = useState(false)
  const [tries, setTries] = useState(0)
  const isWanted = isKept
  const preview = useFile(path, { size: isPart ? 'portrait' : 'preview', isWanted, tries, reason })
  const whole = useFile(path, {
    size: 'full',
    isWanted: isKept && isWholeWanted && !isPart,
    tries,
    reason,
  })
  const isWhole = isPart ? preview.kind === 'shown' : whole.kind === 'shown'
  return {
    file: whole.kind === 'shown' || (isWholeWanted && whole.kind === 'failed') ? whole : preview,
    isWhole,
    isWaitingForWhole: isWholeWanted && !isPart && whole.kind === 'waiting',
    wantWhole: () => setWholeWanted(true),
    retry: () => setTries((before) => before + 1),
  }
}

interface AskedFile {
  readonly size: 'preview' | 'full' | 'portrait' | 'zone'
  readonly isWanted: boolean
  /** A changed number requests it again. */
  readonly tries: number
  readonly reason: AccessReason | undefined
}

const waiting: ImageFile = { kind: 'waiting' }
const masked: ImageFile = { kind: 'masked' }

/** Outside the query cache, so that no cache keeps it. */
export function useFile(path: string, { size, isWanted, tries, reason }: AskedFile): ImageFile {
  const api = useApi()
  const [file, setFile] = useState<ImageFile>(waiting)
  const isOpen = reason !== undefined
  const latest = useRef(reason)
  latest.current = reason
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed `tries` requests it again
  useEffect(() => {
    if (!isWanted || !isOpen) return
    const asking = new AbortController()
    let address: string | undefined
    setFile(waiting)
    api.askForFile(path, { query: { size, reason: latest.current }, signal: asking.signal }).then(
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
      setFile(waiting)
      if (address !== undefined) URL.revokeObjectURL(address)
    }
  }, [api, path, size, isWanted, isOpen, tries])
  return isOpen ? file : masked
}

function refused(error: unknown): ImageFile {
  // The claim was lost meanwhile.
  if (isRefusedWith(error, 'invalid_request')) return masked
  return isRefusedWith(error, 'not_found') ? { kind: 'gone' } : { kind: 'failed', error }
}
