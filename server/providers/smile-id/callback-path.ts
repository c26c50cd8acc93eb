// The path of our callback endpoint, and the URL of it that is sent to Smile ID with every
// submission. Each job has its own URL with its random id: without knowing a job nobody can even
// make us read a body.

/** Below `/v1`. */
export const smileCallbackPath = '/callbacks/smile-id/:jobId'

/** Returns the callback URL of one job. `publicUrl` has no slash at its end. */
export function smileCallbackUrl(publicUrl: string, jobId: string): string {
  return `${publicUrl}/v1${smileCallbackPath.replace(':jobId', jobId)}`
}
