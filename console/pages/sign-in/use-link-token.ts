// The token of a link stands behind the `#` of its address, which no server ever sees. It is taken out of the
// address at once, so that it stays in no history and on no screenshot.

import { useEffect, useState } from 'react'

/** undefined where the address has none. */
export function useLinkToken(): string | undefined {
  const [token] = useState(() => location.hash.slice(1))
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  return token === '' ? undefined : token
}
