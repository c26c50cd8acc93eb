// Visits to the bank's directory: the browser leaves for the directory and comes back to a page of the console. What
// the page must then know is kept for the tab: no secret, only why it left and where it was.

import { useApi } from '../api/api-context.tsx'

const key = 'svc-visit'

/** `confirm`: in a tab of its own, so that nothing is lost of what the user typed in the page that asks. */
type Departure =
  | {
      readonly kind: 'sign_in'
      /** Path below `/console` to return to. */
      readonly next: string
    }
  | { readonly kind: 'confirm' }

const beginPaths = { sign_in: '/sign-in/directory', confirm: '/me/confirm/directory' } as const

/** Leaves for the directory, and never resolves. @throws Refusal while the directory does not answer */
export function useDepart(): (departure: Departure, invitation?: string) => Promise<void> {
  const api = useApi()
  return async (departure, invitation) => {
    const json = invitation === undefined ? {} : { invitation }
    const path = beginPaths[departure.kind]
    sessionStorage.setItem(key, JSON.stringify(departure))
    const { url } = await api.ask<{ readonly url: string }>(path, { method: 'POST', json })
    location.assign(url)
    await new Promise<never>(() => {})
  }
}

/** Why the browser left; a sign-in if that is not known. */
export function readDeparture(): Departure {
  try {
    const { kind, next } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as KeptDeparture
    return kind === 'confirm' ? { kind } : { kind: 'sign_in', next: next ?? '/' }
  } catch {
    return { kind: 'sign_in', next: '/' }
  }
}

interface KeptDeparture {
  readonly kind?: string
  readonly next?: string
}

/** The query of the directory's page that makes a tab leave for a confirmation. */
export const confirmQuery = '?confirm'

const channelName = 'svc-confirmed'

/** Tells the other tabs of the console that the user has confirmed their identity. */
export function announceConfirmation(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('')
  channel.close()
}

/** Calls `listener` when another tab announces a confirmation. Returns what ends that. */
export function onConfirmation(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = listener
  return () => channel.close()
}
