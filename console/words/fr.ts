// All French texts of the console, by feature, with the same keys as in English.

import errors from './fr/errors.json' with { type: 'json' }
import frame from './fr/frame.json' with { type: 'json' }
import type { PageWords, Words } from './same-keys.ts'

/** Texts that every page needs. */
export const words: Words = { errors, frame }

/** Loaded with the first page that needs them. */
export const pageWords: PageWords = {
  account: async () => (await import('./fr/account.json', { with: { type: 'json' } })).default,
  approvals: async () => (await import('./fr/approvals.json', { with: { type: 'json' } })).default,
  audit: async () => (await import('./fr/audit.json', { with: { type: 'json' } })).default,
  /** The labels for codes, which case files also print. */
  labels: async () =>
    (await import('../../data/reference/words/fr.json', { with: { type: 'json' } })).default,
  verifications: async () =>
    (await import('./fr/verifications.json', { with: { type: 'json' } })).default,
  developer: async () => (await import('./fr/developer.json', { with: { type: 'json' } })).default,
  signIn: async () => (await import('./fr/sign-in.json', { with: { type: 'json' } })).default,
  keys: async () => (await import('./fr/keys.json', { with: { type: 'json' } })).default,
  overview: async () => (await import('./fr/overview.json', { with: { type: 'json' } })).default,
  users: async () => (await import('./fr/users.json', { with: { type: 'json' } })).default,
  reviews: async () => (await import('./fr/reviews.json', { with: { type: 'json' } })).default,
  system: async () => (await import('./fr/system.json', { with: { type: 'json' } })).default,
  usage: async () => (await import('./fr/usage.json', { with: { type: 'json' } })).default,
  webhooks: async () => (await import('./fr/webhooks.json', { with: { type: 'json' } })).default,
}
