// Passkeys in the browser: whether they can work at this address at all, proving with one, making one.

import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { useState } from 'react'
import { useApi } from '../../api/api-context.tsx'
import type { Proof } from './proof-form.tsx'

type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type ProofOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Passkeys belong to names: at an address of digits, browsers refuse them. */
export function isPasskeyPossible(): boolean {
  return browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(location.hostname.replace(/[[\]]/g, ''))
}

export interface PasskeyProof {
  readonly error: unknown
  /** undefined where none was given. */
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

/** undefined where the person thought better of it. */
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
