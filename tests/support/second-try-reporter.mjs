// A Vitest reporter for flaky tests: appends the name of each test that failed and then passed on its second try to the
// file that SECOND_TRIES names.
import { appendFileSync } from 'node:fs';

export default class SecondTryReporter {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) appendFileSync(process.env.SECOND_TRIES, `${test.fullName}\n`);
  }
}
