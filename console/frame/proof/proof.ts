// A proof of identity that the user gives in the console, and the ways to give one.

export type Way = 'totp' | 'passkey' | 'recovery_code' | 'password'

export type Proof =
  | { readonly method: 'totp' | 'recovery_code'; readonly code: string }
  | { readonly method: 'password'; readonly password: string }
  | { readonly method: 'passkey'; readonly response: unknown }
