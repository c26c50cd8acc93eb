// Where Smile ID finds us: told to it with every submission, and the path of the endpoint that answers.

/** Below `/v1`. */
export const smileCallbackPath = '/callbacks/smile-id'

/** The address to give to Smile ID. `publicUrl` has no slash at its end. */
export function smileCallbackUrl(publicUrl: string): string {
  return `${publicUrl}/v1${smileCallbackPath}`
}
