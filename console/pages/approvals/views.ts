// The two lists of approval requests, as kept in the address.

export const views = ['pending', 'past'] as const
export type View = (typeof views)[number]
