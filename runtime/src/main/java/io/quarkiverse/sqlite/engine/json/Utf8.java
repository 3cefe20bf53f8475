package io.quarkiverse.sqlite.engine.json;

/** Whether bytes are UTF-8: SQLite stores whatever it is given as TEXT. */
final class Utf8 {

    private Utf8() {
    }

    /** As RFC 3629 has it: the shortest form, no surrogates, nothing above U+10FFFF. */
    static boolean isValid(byte[] bytes) {
        int i = 0;
        while (i < bytes.length) {
            int first = bytes[i++];
            if (first >= 0) {
                continue;
            }
            int following;
            int lowest = -0x80; // of the second byte, as a signed byte
            int highest = -0x41;
            if (first >= (byte) 0xC2 && first <= (byte) 0xDF) {
                following = 1;
            } else if (first >= (byte) 0xE0 && first <= (byte) 0xEF) {
                following = 2;
                lowest = first == (byte) 0xE0 ? (byte) 0xA0 : lowest;
                highest = first == (byte) 0xED ? (byte) 0x9F : highest;
            } else if (first >= (byte) 0xF0 && first <= (byte) 0xF4) {
                following = 3;
                lowest = first == (byte) 0xF0 ? (byte) 0x90 : lowest;
                highest = first == (byte) 0xF4 ? (byte) 0x8F : highest;
            } else {
                return false;
            }
            if (following > bytes.length - i || bytes[i] < lowest || bytes[i] > highest) {
                return false;
            }
            for (int k = 1; k < following; k++) {
                if (bytes[i + k] > (byte) 0xBF) {
                    return false;
                }
            }
            i += following;
        }
        return true;
    }
}
