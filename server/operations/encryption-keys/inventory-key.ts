// A row of the inventory of keys.

/** What limits a key's life. `rotation`: a newer key replaces it, and it is destroyed when no row needs it. */
export type KeyLife =
  | { readonly kind: 'months'; readonly months: number }
  | { readonly kind: 'expiry' | 'verification' | 'master_key' | 'rotation' | 'owner' }

export interface InventoryKey {
  readonly name: string
  /** Distinguishes keys of the same name: a webhook's id, a fingerprint. */
  readonly subject: string | undefined
  readonly purpose: string
  readonly algorithm: string
  readonly bits: number | undefined
  readonly count: number
  /** undefined for credentials that others issued. */
  readonly oldestAt: number | undefined
  readonly newestAt: number | undefined
  readonly life: KeyLife
  readonly dueAt: number | undefined
  /** `unreadable`: a configured certificate that cannot be read. */
  readonly state: 'good' | 'overdue' | 'unreadable'
}
