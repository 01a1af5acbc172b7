/** Tests speak English, all of it. */
import { speak, speakWhole } from "../src/i18n/language";

await speak("en");
await speakWhole();
