// A visit to the bank's directory: the browser is sent there and comes back once, within ten minutes. Pure.

/** `confirm`: a signed-in user proves their identity again. */
export type VisitPurpose = 'sign_in' | 'confirm'

export interface DirectoryVisit {
  readonly purpose: VisitPurpose
  /** Digest of the invitation that is accepted with the visit. */
  readonly linkDigest: Buffer | undefined
  readonly createdAt: number
}

export const visitLifeMs = 10 * 60_000
