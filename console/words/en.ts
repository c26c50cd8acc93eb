// All English texts of the console, by feature. Other languages have the same keys.

import errors from './en/errors.json' with { type: 'json' }
import frame from './en/frame.json' with { type: 'json' }

/** Texts that every page needs. */
export const words = { errors, frame }

/** Loaded with the first page that needs them. */
export const pageWords = {
  account: async () => (await import('./en/account.json', { with: { type: 'json' } })).default,
  approvals: async () => (await import('./en/approvals.json', { with: { type: 'json' } })).default,
  audit: async () => (await import('./en/audit.json', { with: { type: 'json' } })).default,
  /** The labels for codes, which case files also print. */
  labels: async () =>
    (await import('../../data/reference/words/en.json', { with: { type: 'json' } })).default,
  verifications: async () =>
    (await import('./en/verifications.json', { with: { type: 'json' } })).default,
  developer: async () => (await import('./en/developer.json', { with: { type: 'json' } })).default,
  signIn: async () => (await import('./en/sign-in.json', { with: { type: 'json' } })).default,
  keys: async () => (await import('./en/keys.json', { with: { type: 'json' } })).default,
  overview: async () => (await import('./en/overview.json', { with: { type: 'json' } })).default,
  users: async () => (await import('./en/users.json', { with: { type: 'json' } })).default,
  reviews: async () => (await import('./en/reviews.json', { with: { type: 'json' } })).default,
  system: async () => (await import('./en/system.json', { with: { type: 'json' } })).default,
  usage: async () => (await import('./en/usage.json', { with: { type: 'json' } })).default,
  webhooks: async () => (await import('./en/webhooks.json', { with: { type: 'json' } })).default,
}
