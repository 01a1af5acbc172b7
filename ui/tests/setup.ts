/** Tests speak English. */
import { speak } from "../src/i18n/language";

await speak("en");
