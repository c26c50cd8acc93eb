// The texts of a printed report in each language; the labels for codes are those of the console.

import ar from '../../../data/reference/words/ar.json' with { type: 'json' }
import en from '../../../data/reference/words/en.json' with { type: 'json' }
import fr from '../../../data/reference/words/fr.json' with { type: 'json' }
import type { DocumentLanguage } from '../printing/language.ts'

const wordsEn = {
  label: en,
  title: 'Verification report',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  made: (at: string, by: string) => `Made on ${at} by ${by}`,
  digest: (request: string) =>
    `SHA-256 digest of this file in the audit log: report.exported, request ${request}`,
  period: (from: string, to: string) => `${from} to ${to} (UTC).`,
  unfinished: (at: string) => `The last day (*) is not over: figures until ${at}.`,
  compared: (until: string, from: string, to: string) =>
    `Whole hours until ${until}, with ${from} to ${to}`,
  notCompared: 'Nothing: there is no history that goes back far enough, or no hour is over',
  noPersonalData: 'Counts only; no personal data.',
  allMarkets: 'All',
  nothing: 'None in this period.',
  environment: { live: 'Live', sandbox: 'Sandbox' },
  facts: {
    environment: 'Environment',
    market: 'Market',
    period: 'Period',
    comparison: 'Compared',
  },
  section: {
    totals: 'Verifications',
    rates: 'Approval by market and document',
    declined: 'Decline reasons',
    error: 'Error reasons',
    review_cause: 'Review reasons',
    review_outcome: 'Review outcomes',
    times: 'Time to decision',
    days: 'By day (times to the result)',
  },
  column: {
    total: 'Total',
    compared: 'Compared hours',
    before: 'Hours before',
    change: 'Change',
    market: 'Market',
    document: 'Document',
    rate: 'Approval rate',
    median: 'Median',
    p95: '95th perc.',
    day: 'Day',
  },
  figure: {
    submitted: 'Submitted',
    approved: 'Approved',
    declined: 'Declined',
    error: 'Errors',
  },
  time: { result: 'Result (submission to decision)', review: 'Review (opening to end)' },
  unit: { d: 'd', h: 'h', min: 'min', s: 's', ms: 'ms' },
  staff: 'Of these, decided by staff',
  outcome: {
    confirm: 'Upheld',
    dispute: 'Overturned',
    approved: 'Approved by staff',
    declined: 'Declined by staff',
  },
}

type ReportWords = Omit<typeof wordsEn, 'label'> & {
  readonly label: typeof en | typeof fr | typeof ar
}

const wordsFr: ReportWords = {
  label: fr,
  title: 'Rapport de vérification',
  page: (page, pages) => `Page ${page} sur ${pages}`,
  made: (at, by) => `Établi le ${at} par ${by}`,
  digest: (request) =>
    `Empreinte SHA-256 de ce fichier au journal d’audit\u00a0: report.exported, requête ${request}`,
  period: (from, to) => `Du ${from} au ${to} (UTC).`,
  unfinished: (at) => `Le dernier jour (*) n’est pas terminé\u00a0: chiffres jusqu’au ${at}.`,
  compared: (until, from, to) =>
    `Heures entières jusqu’au ${until}, avec la période du ${from} au ${to}`,
  notCompared:
    'Aucune\u00a0: l’historique ne remonte pas assez loin, ou aucune heure n’est écoulée',
  noPersonalData: 'Uniquement des totaux\u00a0; aucune donnée personnelle.',
  allMarkets: 'Tous',
  nothing: 'Rien sur cette période.',
  environment: { live: 'Production', sandbox: 'Bac à sable' },
  facts: {
    environment: 'Environnement',
    market: 'Marché',
    period: 'Période',
    comparison: 'Comparaison',
  },
  section: {
    totals: 'Vérifications',
    rates: 'Approbation par marché et pièce',
    declined: 'Motifs de refus',
    error: 'Motifs d’erreur',
    review_cause: 'Motifs d’examen',
    review_outcome: 'Résultats des examens',
    times: 'Délais de décision',
    days: 'Par jour (délais du résultat)',
  },
  column: {
    total: 'Total',
    compared: 'Heures comparées',
    before: 'Heures d’avant',
    change: 'Écart',
    market: 'Marché',
    document: 'Pièce',
    rate: 'Taux d’approbation',
    median: 'Médiane',
    p95: '95e centile',
    day: 'Jour',
  },
  figure: {
    submitted: 'Soumises',
    approved: 'Approuvées',
    declined: 'Refusées',
    error: 'Erreurs',
  },
  time: {
    result: 'Résultat (de la soumission à la décision)',
    review: 'Examen (de l’ouverture à la clôture)',
  },
  unit: { d: 'j', h: 'h', min: 'min', s: 's', ms: 'ms' },
  staff: 'Dont tranchées par le personnel',
  outcome: {
    confirm: 'Maintenues',
    dispute: 'Infirmées',
    approved: 'Approuvées par le personnel',
    declined: 'Refusées par le personnel',
  },
}

const wordsAr: ReportWords = {
  label: ar,
  title: 'تقرير عمليات التحقق',
  page: (page, pages) => `الصفحة ${page} من ${pages}`,
  made: (at, by) => `أُعد في ${at} من طرف ${by}`,
  digest: (request) => `بصمة SHA-256 لهذا الملف في سجل التدقيق: report.exported، الطلب ${request}`,
  period: (from, to) => `من ${from} إلى ${to} (UTC).`,
  unfinished: (at) => `لم ينته آخر يوم (*): الأرقام حتى ${at}.`,
  compared: (until, from, to) => `الساعات الكاملة حتى ${until}، مع الفترة من ${from} إلى ${to}`,
  notCompared: 'لا مقارنة: السجل لا يعود إلى ما يكفي من الوقت، أو لم تنته أي ساعة',
  noPersonalData: 'مجاميع فقط؛ دون بيانات شخصية.',
  allMarkets: 'الكل',
  nothing: 'لا شيء في هذه الفترة.',
  environment: { live: 'الإنتاج', sandbox: 'بيئة الاختبار' },
  facts: {
    environment: 'البيئة',
    market: 'السوق',
    period: 'الفترة',
    comparison: 'المقارنة',
  },
  section: {
    totals: 'عمليات التحقق',
    rates: 'القبول حسب السوق والوثيقة',
    declined: 'أسباب الرفض',
    error: 'أسباب الأخطاء',
    review_cause: 'أسباب المراجعة',
    review_outcome: 'نتائج المراجعة',
    times: 'المدة حتى القرار',
    days: 'حسب اليوم (المدة حتى النتيجة)',
  },
  column: {
    total: 'المجموع',
    compared: 'الساعات المقارَنة',
    before: 'الساعات السابقة',
    change: 'التغير',
    market: 'السوق',
    document: 'الوثيقة',
    rate: 'نسبة القبول',
    median: 'الوسيط',
    p95: 'المئين 95',
    day: 'اليوم',
  },
  figure: {
    submitted: 'المقدَّمة',
    approved: 'المقبولة',
    declined: 'المرفوضة',
    error: 'الأخطاء',
  },
  unit: { d: 'ي', h: 'س', min: 'د', s: 'ث', ms: 'م.ث' },
  staff: 'منها ما بتّ فيه الموظفون',
  time: { result: 'النتيجة (من التقديم إلى القرار)', review: 'المراجعة (من الفتح إلى النهاية)' },
  outcome: {
    confirm: 'تم تأكيدها',
    dispute: 'تم نقضها',
    approved: 'قبلها الموظفون',
    declined: 'رفضها الموظفون',
  },
}

export const reportWords: Readonly<Record<DocumentLanguage, ReportWords>> = {
  en: wordsEn,
  fr: wordsFr,
  ar: wordsAr,
}
