// The encrypted personal data: read only on request, held by this page and discarded with it.

import { useEffect, useRef, useState } from 'react'
import type { AccessReason } from '../../../server/console-api/verifications/access-reason.ts'
import type { PersonalDetailsJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import { useApi } from '../../api/api-context.tsx'

export interface ShownPerson {
  /** undefined while it is masked. */
  readonly details: PersonalDetailsJson | undefined
  readonly isAsked: boolean
  /** Why the last request failed; null where it did not. */
  readonly error: unknown
  show(reason: AccessReason): void
  hide(): void
}

type Shown =
  | { readonly kind: 'masked'; readonly error: unknown }
  | { readonly kind: 'asked' }
  | { readonly kind: 'shown'; readonly details: PersonalDetailsJson }

const masked: Shown = { kind: 'masked', error: null }

export function usePerson(verificationId: string): ShownPerson {
  const api = useApi()
  const [shown, setShown] = useState<Shown>(masked)
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])

  async function show(reason: AccessReason): Promise<void> {
    const { signal } = newAsking()
    setShown({ kind: 'asked' })
    const path = `/verifications/${verificationId}/reveal`
    const ask = { method: 'POST', json: { reason }, signal } as const
    const next = await api.ask<PersonalDetailsJson>(path, ask).then(
      (details): Shown => ({ kind: 'shown', details }),
      (error: unknown): Shown => ({ kind: 'masked', error }),
    )
    if (!signal.aborted) setShown(next)
  }

  function newAsking(): AbortController {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    return controller
  }

  return {
    details: shown.kind === 'shown' ? shown.details : undefined,
    isAsked: shown.kind === 'asked',
    error: shown.kind === 'masked' ? shown.error : null,
    show,
    hide() {
      asking.current?.abort()
      setShown(masked)
    },
  }
}
