// Limits the interim responses (1xx) that may come before the response to a request. Each costs as much as a response,
// so a flood of them would keep the event loop busy until the deadline of the call.

/** A server sends one or two. */
const interimMax = 16

/** Returns a function to be called at each of one request; it throws at one too many, which ends the request. */
export function limitInterim(): () => void {
  let count = 0
  return () => {
    count += 1
    if (count > interimMax) throw new Error('too many interim responses')
  }
}
