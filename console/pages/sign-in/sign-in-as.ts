// Whom the sign-in is prepared for, after they have chosen a password: kept with the place in the browser's
// history, since an address would be kept in more places.

import { useLocation } from 'react-router'

interface SignInAs {
  readonly email: string
}

export function signInAs(email: string): SignInAs {
  return { email }
}

/** Empty where nobody is known yet. */
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
