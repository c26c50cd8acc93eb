// Asks before unsaved text or ticked reasons are lost, on navigation and on closing the browser tab.

import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { StayOrLeave } from '../../frame/dialogs/stay-or-leave.tsx'

export interface LeaveGuardProps {
  /** Asked at the moment of leaving, since typed text draws nothing else. */
  readonly isUnsent: () => boolean
  /** True where the page itself wants to leave, such as for the next review. */
  readonly isAsked: boolean
  readonly onStay: () => void
  readonly onLeave: () => void
}

export function LeaveGuard({ isUnsent, isAsked, onStay, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isUnsent(),
  )
  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsent()) event.preventDefault()
  })
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => onUnload(event)
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  if (blocker.state === 'blocked') {
    return <Question onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
  }
  return isAsked ? <Question onStay={onStay} onLeave={onLeave} /> : null
}

function Question({ onStay, onLeave }: Pick<LeaveGuardProps, 'onStay' | 'onLeave'>) {
  const { t } = useTranslation('reviews')
  return (
    <Dialog isOpen onClose={onStay} title={t('leave.title')}>
      <StayOrLeave
        text={t('leave.text')}
        stay={t('leave.stay')}
        leave={t('leave.action')}
        onStay={onStay}
        onLeave={onLeave}
      />
    </Dialog>
  )
}
