// E-mail address to prefill after a password was chosen; kept in the history state, because an
// address is stored in more places.

import { useLocation } from 'react-router'

interface SignInAs {
  readonly email: string
}

export function signInAs(email: string): SignInAs {
  return { email }
}

/** Empty where it is unknown. */
export function useSignInAs(): string {
  const { state } = useLocation()
  return isSignInAs(state) ? state.email : ''
}

function isSignInAs(state: unknown): state is SignInAs {
  return (
    typeof state === 'object' &&
    state !== null &&
    'email' in state &&
    typeof state.email === 'string'
  )
}
