// The local provider: no service is asked, and a reviewer of the bank decides. Its verifications stay pending until
// then.

/** Stored with every verification that staff decide, never changed. */
export const localProvider = 'local'

/** Who decides new live verifications. */
export const liveProviders = ['smile-id', localProvider] as const

/** Who decides after the provider stayed unreachable. */
export const fallbackProviders = ['none', localProvider] as const
