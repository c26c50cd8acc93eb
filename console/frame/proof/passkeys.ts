// Passkeys in the browser: availability, proving with one, creating one.

import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { useState } from 'react'
import { useApi } from '../../api/api-context.tsx'
import type { Proof } from './proof.ts'

type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type ProofOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Passkeys are bound to host names: browsers refuse them at IP addresses. */
export function isPasskeyPossible(): boolean {
  return browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(location.hostname.replace(/[[\]]/g, ''))
}

interface PasskeyProof {
  readonly error: unknown
  /** undefined where the user cancelled. */
  prove(): Promise<Proof | undefined>
}

export function usePasskeyProof(challengePath: string): PasskeyProof {
  const api = useApi()
  const [error, setError] = useState<unknown>(undefined)
  return {
    error,
    async prove() {
      setError(undefined)
      try {
        const optionsJSON = await api.ask<ProofOptions>(challengePath, { method: 'POST', json: {} })
        return { method: 'passkey', response: await startAuthentication({ optionsJSON }) }
      } catch (failure) {
        if (!isRefusedByPerson(failure)) setError(failure)
        return undefined
      }
    },
  }
}

/** undefined where the user cancelled. */
export async function makePasskey(optionsJSON: RegistrationOptions): Promise<unknown> {
  try {
    return await startRegistration({ optionsJSON })
  } catch (failure) {
    if (isRefusedByPerson(failure)) return undefined
    throw failure
  }
}

function isRefusedByPerson(failure: unknown): boolean {
  return failure instanceof Error && ['NotAllowedError', 'AbortError'].includes(failure.name)
}
