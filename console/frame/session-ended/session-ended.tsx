// The dialog above a page whose session has ended: its user signs in again and goes on, or leaves. An element of the
// browser's own, because it makes everything else inert, other dialogs too.

import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignedInJson } from '../../../server/users/user-json.ts'
import { useSession } from '../../api/session.ts'
import { forgetSession, meKey } from '../../api/session-memory.ts'
import classes from '../dialogs/dialog.module.css'
import { SignInAgain } from './sign-in-again.tsx'

export function SessionEnded({ me }: { readonly me: SignedInJson }) {
  const { t } = useTranslation(['account', 'signIn'])
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const queries = useQueryClient()
  const session = useSession()
  const begun = session.kind === 'in' && session.me.user.id === me.user.id ? session.me : undefined
  const open = () => dialog.current?.showModal()
  useLayoutEffect(open, [])
  useSignInElsewhere()
  return (
    // Some browsers close a dialog at the second Escape, whatever is said at the first.
    <dialog
      ref={dialog}
      className={classes.native}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      onClose={open}
    >
      <Stack gap="md">
        <Title order={2} id={titleId} className={classes.title ?? ''}>
          {t(begun?.stage === 'full' ? 'signIn:notices.title' : 'sessionEnded.title')}
        </Title>
        {begun?.stage !== 'full' && <Text>{t('sessionEnded.text', { email: me.user.email })}</Text>}
        <SignInAgain me={me} begun={begun} />
        {begun?.stage !== 'full' && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            c="dimmed"
            onClick={() => forgetSession(queries)}
          >
            {t('sessionEnded.leave')}
          </Anchor>
        )}
      </Stack>
    </dialog>
  )
}

/** Notices a sign-in in another tab as soon as the user comes back. */
function useSignInElsewhere(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const look = () => void queries.invalidateQueries({ queryKey: meKey })
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [queries])
}
