// The scopes of a key, in display order.

import type { KeyJson } from '../../../server/api/keys/key-api.ts'

type Scope = KeyJson['scopes'][number]

const all: Readonly<Record<Scope, { readonly isUsual: boolean }>> = {
  'kyc.verify': { isUsual: true },
  'kyc.read': { isUsual: true },
  'score.get': { isUsual: true },
  'usage.read': { isUsual: true },
  'webhooks.manage': { isUsual: true },
  'keys.manage': { isUsual: false },
}

export const scopesInOrder = Object.keys(all).filter(isScope)

/** All except the scope to manage keys (rulings 3.2). */
export const usualScopes = scopesInOrder.filter((scope) => all[scope].isUsual)

function isScope(text: string): text is Scope {
  return text in all
}
