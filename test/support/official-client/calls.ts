// Calls to the official client and their outcomes, as passed between the two processes.

/** One submission; field names as in `smile-identity-core`. */
export interface SubmitCall {
  readonly kind: 'submit_job'
  readonly partner_params: {
    readonly user_id: string
    readonly job_id: string
    readonly job_type: number
    readonly [extra: string]: string | number
  }
  /** `image` is a path for file types, base64 text for the others. */
  readonly images: readonly { readonly image_type_id: number; readonly image: string }[]
  readonly id_info: Readonly<Record<string, string | boolean>>
  readonly options: Readonly<Record<string, string | boolean>>
}

export interface StatusCall {
  readonly kind: 'get_job_status'
  readonly through: 'WebApi' | 'Utilities'
  readonly user_id: string
  readonly job_id: string
  readonly options: { readonly return_history: boolean; readonly return_images: boolean }
}

interface ConfirmCall {
  readonly kind: 'confirm_signature'
  readonly timestamp: string
  readonly signature: string
}

export type OfficialCall = SubmitCall | StatusCall | ConfirmCall

export interface OfficialOrder {
  readonly partnerId: string
  readonly apiKey: string
  /** Ends in `/v1`. */
  readonly server: string
  /** Made one after the other. */
  readonly calls: readonly OfficialCall[]
}

export type OfficialOutcome =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'error'
      readonly message: string
      /** HTTP status and body, where the server answered. */
      readonly status?: number
      readonly body?: unknown
    }
