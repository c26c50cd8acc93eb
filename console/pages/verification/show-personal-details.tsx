// Shows the masked personal data after asking for a reason, unless the user holds the review; hides it again.

import { Button } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../frame/keys/shortcuts.tsx'
import { loadPart } from '../../frame/load-part.tsx'
import type { ShownPerson } from './use-person.ts'

const AccessReasonDialog = loadPart(
  async () => (await import('./access-reason-dialog.tsx')).AccessReasonDialog,
)

interface ShowPersonalDetailsProps {
  readonly person: ShownPerson
  /** Whether the shortcut `p` triggers it; true for one button of the page. */
  readonly isKeyed?: boolean
}

export function ShowPersonalDetails({ person, isKeyed = false }: ShowPersonalDetailsProps) {
  const { t } = useTranslation('verifications')
  const [isOpen, setOpen] = useState(false)
  const isShown = person.reason !== undefined && !person.isAsked
  const Shape = isShown ? IconEyeOff : IconEye
  const label = t(isShown ? 'detail.person.hide' : 'detail.person.show')
  const act = () => {
    if (isShown) person.hide()
    else if (person.isClaimed) person.show('review')
    else setOpen(true)
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={person.isAsked}
        leftSection={<Shape size={16} aria-hidden />}
        onClick={act}
      >
        {label}
      </Button>
      {isKeyed && <PersonKey label={label} act={act} />}
      {isOpen && <AccessReasonDialog person={person} onClose={() => setOpen(false)} />}
    </>
  )
}

function PersonKey({ label, act }: { readonly label: string; readonly act: () => void }) {
  useShortcut('p', label, act)
  return null
}
