// Row of `setting_digests`.

/** A setting of the last start. */
export interface SettingDigestTable {
  /** `SVC_PORT` */
  name: string
  /** Hex; HMAC-SHA-256 over name and value, so that the row reveals no secret. */
  digest: string
}
