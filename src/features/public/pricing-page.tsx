import {
  Clock,
  CloudUpload,
  FileText,
  Layers,
  List,
  NotebookPen,
  ReceiptText,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { PublicPage } from './public-page';
import { SeatTag } from './seat-tag';

const PLAN: readonly { Icon: LucideIcon; name: string; detail: string }[] = [
  { Icon: NotebookPen, name: 'Unlimited work logging', detail: 'With or without signal, with notes and photos' },
  { Icon: Users, name: 'Customer and task management', detail: 'Prices by date, for everybody or one customer' },
  { Icon: ReceiptText, name: 'Invoice generation', detail: 'Numbers, VAT, credit notes, and who has paid' },
  { Icon: Clock, name: 'Employee time tracking', detail: 'Clocking in and out, weeks to approve, timesheets' },
  {
    Icon: Layers,
    name: 'Reporting and analytics',
    detail:
      'What was earned, invoiced and paid, by month, customer, task, person, machine and field; what is owed, by age; the hours of people and the cost of machines; as CSV, Excel or PDF, and one ZIP for the accountant',
  },
  { Icon: FileText, name: 'PDF exports', detail: 'Invoices, timesheets, notes, checklists, and lists with their sums' },
  { Icon: List, name: 'Admin dashboard', detail: 'What is ready to invoice, overdue, or has no rate yet' },
  { Icon: CloudUpload, name: 'Secure cloud storage', detail: 'Photos, PDFs and office files, each account kept apart' },
];

const QUESTIONS = [
  [
    'What happens after 30 days?',
    'Nothing is charged. You choose whether to subscribe. Until you do, the noticeboard and your account page open; the other pages wait. Your records stay, and you can take all of them out as one ZIP at any time.',
  ],
  [
    'Do my employees pay?',
    'No. They sign in under your account and log work for you. Six places are included; nobody needs a subscription of their own.',
  ],
  [
    'Can I cancel?',
    'Yes, at any time; it then ends with the year. There is no refund for the current subscription period.',
  ],
  [
    'Is it part of something else?',
    'No. It is a stand-alone subscription for Farm Diary, and not linked to any other account you may have.',
  ],
  [
    'What does intro offer mean?',
    'It is the price while we are new. What a year costs always stands before the button that you pay with.',
  ],
  ['How do I pay?', 'By card, on the pages of Stripe. We never see or keep your card number.'],
] as const;

export function PricingPage() {
  return (
    <PublicPage
      title="Pricing"
      heading="One price. The whole farm."
      lead="One plan for the main account, with everything that the app does today. Your crew comes along."
    >
      <div className="plan card">
        <div className="plan-price">
          <p className="strong">Yearly plan, intro offer</p>
          <p className="price">
            <b>£15.99</b> <span>a year, for each main account</span>
          </p>
          <a href="/#sign-up" className="btn btn-main btn-l btn-wide">
            Start the free trial
          </a>
          <p className="hint text-center">30 days free. No credit card required.</p>
          <hr />
          <p className="seat-tags" aria-hidden="true">
            {[1, 2, 3, 4, 5, 6, 7].map((seat) => (
              <SeatTag key={seat} seat={seat} />
            ))}
          </p>
          <p>
            <b>You and up to 6 more users</b>, at no extra cost.
          </p>
          <p className="hint">A stand-alone subscription, not linked to any other account.</p>
        </div>
        <div className="plan-list">
          <h2>In the plan</h2>
          <ul>
            {PLAN.map(({ Icon, name, detail }) => (
              <li key={name}>
                <Icon aria-hidden="true" />
                <span>
                  {name}
                  <small>{detail}</small>
                </span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="questions">
        {QUESTIONS.map(([question, answer]) => (
          <section key={question}>
            <h2>{question}</h2>
            <p>{answer}</p>
          </section>
        ))}
      </div>
    </PublicPage>
  );
}
