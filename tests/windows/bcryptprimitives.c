/* Library `bcryptprimitives.dll` for Wine before version 9, which has none: random bytes, by which
   every Rust program seeds its hash tables. */

#include <windows.h>
#include <ntsecapi.h>

BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    while (length > 0) {
        ULONG part = length > 4096 ? 4096 : (ULONG)length;
        if (!RtlGenRandom(data, part))
            return FALSE;
        data += part;
        length -= part;
    }
    return TRUE;
}
