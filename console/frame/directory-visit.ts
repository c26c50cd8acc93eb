// Visits to the bank's directory: the browser leaves for the directory and comes back to a page of the console. What
// the page must then know is kept for the tab: no secret, only why it left and where it was.

import { useApi } from '../api/api-context.tsx'

const key = 'svc-visit'

interface Departure {
  readonly kind: 'sign_in' | 'confirm'
  /** Path below `/console` to return to. */
  readonly next: string
}

const beginPaths = { sign_in: '/sign-in/directory', confirm: '/me/confirm/directory' } as const

/** Leaves for the directory, and never resolves. @throws Refusal while the directory does not answer */
export function useDepart(): (departure: Departure, invitation?: string) => Promise<void> {
  const api = useApi()
  return async (departure, invitation) => {
    const json = invitation === undefined ? {} : { invitation }
    const path = beginPaths[departure.kind]
    const { url } = await api.ask<{ readonly url: string }>(path, { method: 'POST', json })
    sessionStorage.setItem(key, JSON.stringify(departure))
    location.assign(url)
    await new Promise<never>(() => {})
  }
}

/** Why the browser left; a sign-in if that is not known. */
export function readDeparture(): Departure {
  try {
    const { kind, next } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Departure>
    return { kind: kind === 'confirm' ? kind : 'sign_in', next: next ?? '/' }
  } catch {
    return { kind: 'sign_in', next: '/' }
  }
}
