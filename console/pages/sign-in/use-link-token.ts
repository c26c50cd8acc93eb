// Token of a link, from the fragment of the address, which is never sent to a server. Removed from
// the address at once, so that it is in no history or screenshot.

import { useEffect, useState } from 'react'

/** undefined where the address has none. */
export function useLinkToken(): string | undefined {
  const [token] = useState(() => location.hash.slice(1))
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  return token === '' ? undefined : token
}
