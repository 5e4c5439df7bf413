/*
 * Room for the buffers of the standard streams.
 */
#include "streams.h"

#include <new>

namespace heddle {

output_buffers buffers;

output_buffer *make_buffer(int index, int fd)
{
    return new (buffers.bytes[index]) output_buffer(fd);
}

} // namespace heddle
