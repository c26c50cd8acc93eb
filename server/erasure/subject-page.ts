// The page of a person's data, in French, English and Arabic one below the other, for the person to read. Pure.

import ar from '../../data/reference/words/ar.json' with { type: 'json' }
import en from '../../data/reference/words/en.json' with { type: 'json' }
import fr from '../../data/reference/words/fr.json' with { type: 'json' }
import { escapeHtml, factTable, htmlPage } from './html.ts'
import type { SubjectVerificationJson } from './read-subject.ts'

type Json = SubjectVerificationJson

interface SubjectWords {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly title: string
  readonly text: string
  readonly made: string
  readonly verification: string
  readonly submitted: string
  readonly completed: string
  readonly country: string
  readonly document: string
  readonly documents: Readonly<Record<Json['id_type'], string>>
  readonly status: string
  readonly statuses: Readonly<Record<Json['status'], string>>
  readonly reference: string
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string
  readonly idNumber: string
  readonly consent: string
  readonly score: string
  readonly erased: string
  readonly images: string
  readonly notes: string
  readonly more: string
}

const wordsOfAll: readonly SubjectWords[] = [
  {
    language: 'fr',
    direction: 'ltr',
    title: 'Vos données personnelles',
    text: 'Cette page réunit les données que la banque détient sur vous pour la vérification de votre identité.',
    made: 'Établie le',
    verification: 'Vérification',
    submitted: 'Soumise le',
    completed: 'Terminée le',
    country: 'Pays',
    document: 'Pièce',
    documents: fr.document,
    status: 'Statut',
    statuses: fr.status,
    reference: 'Référence de la banque',
    firstName: 'Prénom',
    lastName: 'Nom',
    dateOfBirth: 'Date de naissance',
    idNumber: 'Numéro de pièce',
    consent: 'Consentement donné le',
    score: 'Score',
    erased: 'Les données personnelles de cette vérification ont été effacées.',
    images: 'Photos',
    notes: 'Notes',
    more: 'Le fichier data.json contient toutes les données, y compris la réponse du prestataire et les accès.',
  },
  {
    language: 'en',
    direction: 'ltr',
    title: 'Your personal data',
    text: 'This page holds the data that the bank keeps about you for the verification of your identity.',
    made: 'Made on',
    verification: 'Verification',
    submitted: 'Submitted',
    completed: 'Completed',
    country: 'Country',
    document: 'Document',
    documents: en.document,
    status: 'Status',
    statuses: en.status,
    reference: 'Reference of the bank',
    firstName: 'First name',
    lastName: 'Last name',
    dateOfBirth: 'Date of birth',
    idNumber: 'Document number',
    consent: 'Consent given',
    score: 'Score',
    erased: 'The personal data of this verification has been erased.',
    images: 'Photos',
    notes: 'Notes',
    more: 'The file data.json holds all data, with the response of the identity provider and every access.',
  },
  {
    language: 'ar',
    direction: 'rtl',
    title: 'بياناتك الشخصية',
    text: 'تجمع هذه الصفحة البيانات التي يحتفظ بها البنك عنك من أجل التحقق من هويتك.',
    made: 'تاريخ الإعداد',
    verification: 'عملية التحقق',
    submitted: 'تاريخ التقديم',
    completed: 'تاريخ الانتهاء',
    country: 'البلد',
    document: 'الوثيقة',
    documents: ar.document,
    status: 'الحالة',
    statuses: ar.status,
    reference: 'مرجع البنك',
    firstName: 'الاسم الشخصي',
    lastName: 'الاسم العائلي',
    dateOfBirth: 'تاريخ الميلاد',
    idNumber: 'رقم الوثيقة',
    consent: 'تاريخ الموافقة',
    score: 'التقييم',
    erased: 'تم محو البيانات الشخصية لعملية التحقق هذه.',
    images: 'الصور',
    notes: 'ملاحظات',
    more: 'يحتوي الملف data.json على جميع البيانات، بما فيها رد مزود خدمة التحقق وجميع عمليات الاطلاع.',
  },
]

/** Image files are expected in the folder `images` beside the page. */
export function subjectPage(verifications: readonly Json[], madeAt: string): string {
  const parts = wordsOfAll.map((words) => partOf(words, verifications, madeAt))
  return htmlPage(
    'Vos données personnelles · Your personal data · بياناتك الشخصية',
    'fr',
    parts.join('\n'),
  )
}

function partOf(words: SubjectWords, verifications: readonly Json[], madeAt: string): string {
  const { language, direction, title, text, made, more } = words
  return `<article lang="${language}" dir="${direction}">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<p>${escapeHtml(made)} <bdi>${escapeHtml(madeAt)}</bdi></p>
${verifications.map((one) => sectionOf(words, one)).join('\n')}
<p>${escapeHtml(more)}</p>
</article>`
}

function sectionOf(words: SubjectWords, one: Json): string {
  const { claims, images, review_notes: notes } = one
  const countries = new Intl.DisplayNames(words.language, { type: 'region' })
  const facts = [
    [words.submitted, one.submitted_at],
    [words.completed, one.completed_at],
    [words.country, countries.of(one.country)],
    [words.document, words.documents[one.id_type]],
    [words.status, words.statuses[one.status]],
    [words.reference, one.external_ref],
    [words.firstName, claims?.firstName],
    [words.lastName, claims?.lastName],
    [words.dateOfBirth, claims?.dateOfBirth],
    [words.idNumber, claims?.idNumber],
    [words.consent, claims?.consentGivenAt],
    [words.score, one.score === null ? null : String(one.score.score)],
    ...notes.map(({ note }) => [words.notes, note] as const),
  ] as const
  const known = facts.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, value] as const],
  )
  const erased = claims === null ? `<p>${escapeHtml(words.erased)}</p>` : ''
  const pictures = images.map((name) => `<img src="images/${escapeHtml(name)}" alt="">`).join('\n')
  const shown = images.length === 0 ? '' : `<h3>${escapeHtml(words.images)}</h3>\n${pictures}`
  return `<section><h2>${escapeHtml(words.verification)} <bdi>${escapeHtml(one.id)}</bdi></h2>
${erased}${factTable(known)}${shown}</section>`
}
