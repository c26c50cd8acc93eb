// Row of `setting_digests`.

/** A setting as the last start ran with it. */
export interface SettingDigestTable {
  /** `SVC_PORT` */
  name: string
  /** Hex; HMAC-SHA-256 over name and value, so that the row tells nothing of a secret. */
  digest: string
}
