// Where Smile ID finds us: told to it with every submission, and the path of the endpoint that answers.
// Each job has an address of its own, named by its random id: who does not know a job cannot even make
// us read a body.

/** Below `/v1`. */
export const smileCallbackPath = '/callbacks/smile-id/:jobId'

/** The address to give to Smile ID for one job. `publicUrl` has no slash at its end. */
export function smileCallbackUrl(publicUrl: string, jobId: string): string {
  return `${publicUrl}/v1${smileCallbackPath.replace(':jobId', jobId)}`
}
