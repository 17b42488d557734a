// A Vitest reporter that names the tests that failed and passed on their second try, so that a fault that shows only
// now and then is seen. It appends a line for each to the file that SECOND_TRIES names.
import { appendFileSync } from 'node:fs';

export default class SecondTryReporter {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) appendFileSync(process.env.SECOND_TRIES, `${test.fullName}\n`);
  }
}
