// Accepts only sandbox keys in the page. Pure.

type KeyFault = 'missing' | 'live' | 'unknown'

/** A live key is refused before anything is sent, because it must not be used in a browser. */
export function faultOfKey(text: string): KeyFault | undefined {
  const key = text.trim()
  if (key === '') return 'missing'
  if (/^svc_live_/i.test(key)) return 'live'
  return /^svc_sandbox_[0-9A-Za-z]{49}$/.test(key) ? undefined : 'unknown'
}
