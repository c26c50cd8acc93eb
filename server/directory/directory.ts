// The bank's directory (OpenID Connect): who somebody is there, and why a sign-in with it fails. Pure.

/**
 * Who may sign in with a password of the appliance. `emergency`: only the accounts that a setting names.
 */
export const localSignInModes = ['everyone', 'administrators', 'emergency'] as const

/** Who the directory says that somebody is, from a verified ID token. */
export interface DirectoryPerson {
  readonly issuer: string
  readonly subject: string
  /** Unproven: shown, never used to find an account. */
  readonly email: string | undefined
  readonly name: string | undefined
  readonly groups: readonly string[]
  readonly acr: string | undefined
  readonly amr: readonly string[]
  /** When the person last proved their identity there, in milliseconds; undefined if the directory does not say. */
  readonly provedAt: number | undefined
}

/** Who has signed out at the directory, from a verified logout token. */
export interface DirectoryLogout {
  readonly issuer: string
  readonly subject: string
  /** In milliseconds; the directory knows seconds. */
  readonly issuedAt: number
}

/**
 * Why the directory did not say who somebody is. `unreachable`: it did not answer. `refused`: it sent the browser
 * back with an error, such as a cancelled sign-in. `answer_invalid`: its answer is not what was asked for.
 */
type DirectoryTrouble = 'unreachable' | 'refused' | 'answer_invalid'

/** Thrown for every failure of the directory. It holds no token and no text of the directory. */
export class DirectoryError extends Error {
  readonly trouble: DirectoryTrouble
  /** For the log, such as `id_token_expired`. */
  readonly reason: string

  constructor(trouble: DirectoryTrouble, reason: string) {
    super(reason)
    this.name = 'DirectoryError'
    this.trouble = trouble
    this.reason = reason
  }
}

/** The secrets of one visit, known to this server and, but for the verifier, to the directory. */
export interface VisitSecrets {
  readonly state: string
  readonly nonce: string
  /** Of PKCE. */
  readonly verifier: string
}

export interface Visit extends VisitSecrets {
  /** The address of the console that the directory sends the browser back to. */
  readonly redirectUri: string
  /** Asks for a proof of identity from now, even of somebody who is signed in there. */
  readonly isProofAsked: boolean
}

export interface Directory {
  /** Returns the address to send the browser to. @throws DirectoryError */
  visitUrl(visit: Visit): Promise<string>
  /**
   * Redeems the code and verifies the ID token: signature, issuer, audience, nonce, times.
   * @param query what the directory added to the redirect URI
   * @throws DirectoryError
   */
  identify(visit: Visit, query: string): Promise<DirectoryPerson>
  /**
   * Verifies a logout token: signature, issuer, audience, age, event.
   * @throws DirectoryError
   */
  readLogout(token: string): Promise<DirectoryLogout>
  /** Returns the address that ends the session at the directory; undefined if it has none or does not answer. */
  signOutUrl(returnTo: string): Promise<string | undefined>
  /** Checks step by step, for `svc sso test`. @throws DirectoryError */
  examine(redirectUri: string): Promise<DirectoryFindings>
  close(): Promise<void>
}

/** What the directory's configuration says, and how it treats this client. */
export interface DirectoryFindings {
  readonly configuration: DirectoryConfiguration
  /** Number of keys, or why they cannot be read. */
  readonly keys: number | { readonly failed: string }
  /** Milliseconds that the directory's clock is ahead of this machine's; undefined if it does not say. */
  readonly clockAheadMs: number | undefined
  /** The error for a code that cannot exist: `invalid_grant` if the directory accepted the client. */
  readonly clientAnswer: string
  /** Whether the directory sends browsers back to the redirect URI; undefined if its answer does not say. */
  readonly isRedirectKnown: boolean | undefined
}

export interface DirectoryConfiguration {
  readonly hasPkce: boolean
  readonly hasSignOut: boolean
  readonly hasUserinfo: boolean
  /** Empty if the directory does not say. */
  readonly acrValues: readonly string[]
  readonly clientAuthentications: readonly string[]
}
