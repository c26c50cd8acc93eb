// Every word of the console in English, by feature. The other languages have the same keys.

import errors from './en/errors.json' with { type: 'json' }
import frame from './en/frame.json' with { type: 'json' }

/** Of every page. */
export const words = { errors, frame }

/** Each comes with the first page that needs it. */
export const pageWords = {
  account: async () => (await import('./en/account.json', { with: { type: 'json' } })).default,
  approvals: async () => (await import('./en/approvals.json', { with: { type: 'json' } })).default,
  audit: async () => (await import('./en/audit.json', { with: { type: 'json' } })).default,
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
