// A page behind the sign-in, which keeps what is typed on it if the session ends: it is hidden then, and its requests
// wait, until its user has signed in again in the dialog above it.

import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useLayoutEffect, useState } from 'react'
import type { SignedInJson } from '../../server/users/user-json.ts'
import { useSignInRequest } from '../api/api-context.tsx'
import { MeContext } from '../api/session.ts'
import { forgetSession } from '../api/session-memory.ts'
import { loadPageWords } from '../words/language.ts'
import { SignedInFrame } from './signed-in-frame.tsx'

type Me = { readonly me: SignedInJson }

/** @param isPresent Whether this user is signed in now. */
export function KeptPage({ me, isPresent }: Me & { readonly isPresent: boolean }) {
  const request = useSignInRequest()
  const queries = useQueryClient()
  const [SessionEnded, setSessionEnded] = useState<ComponentType<Me> | undefined>(undefined)
  useEffect(() => {
    request.isPossible = true
    // Whoever types has something to lose: the dialog is there before it is needed.
    const loadAhead = () => loadSessionEnded().catch(() => undefined)
    addEventListener('input', loadAhead, { once: true })
    return () => {
      request.isPossible = false
      request.answer(false)
      removeEventListener('input', loadAhead)
    }
  }, [request])
  useEffect(() => {
    request.isAway = !isPresent
    return () => {
      request.isAway = false
    }
  }, [request, isPresent])
  useEffect(() => {
    if (isPresent && me) return request.answer(true)
    let isOver = false
    const show = (loaded: ComponentType<Me>) => setSessionEnded(() => loaded)
    // Without the dialog, the user signs in on its page; unless they have done so in another tab meanwhile.
    loadSessionEnded().then(show, () => isOver || forgetSession(queries))
    return () => {
      isOver = true
    }
  }, [request, queries, isPresent, me])
  useHidden(!isPresent)
  return (
    <>
      <MeContext value={me}>
        <SignedInFrame />
      </MeContext>
      {!isPresent && SessionEnded && <SessionEnded me={me} />}
    </>
  )
}

async function loadSessionEnded(): Promise<ComponentType<Me>> {
  const words = loadPageWords(['account'])
  const [{ SessionEnded }] = await Promise.all([import('./session-ended/session-ended.tsx'), words])
  return SessionEnded
}

/** Hides everything but the dialog, which is above all: see page.css. The focus comes back afterwards. */
function useHidden(isHidden: boolean): void {
  useLayoutEffect(() => {
    if (!isHidden) return
    const focused = document.activeElement
    const { dataset } = document.documentElement
    dataset.hidden = ''
    return () => {
      delete dataset.hidden
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    }
  }, [isHidden])
}
